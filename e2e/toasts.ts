// Toasts for the tests: by their text, and with the timer that ends them.
import { expect, type Locator, type Page } from '@playwright/test'

export function findToasts(page: Page): Locator {
  const place = page.getByRole('region', { name: /^Notifications/ })
  return place.getByRole('alert').or(place.getByRole('status'))
}

export const findToast = (page: Page, text: string): Locator =>
  findToasts(page).filter({ has: page.getByText(text, { exact: true }) })

/** The few browser types needed here; these tests are compiled without the DOM types. */
interface Animated {
  getAnimations: (options: { subtree: boolean }) => {
    animationName?: string
    playState: string
    effect: { getComputedTiming: () => { duration: number } }
  }[]
}

/** A toast counts down in an animation, which a fake clock does not control: how long it is, and whether it is running. */
export const expectCountdown = (toast: Locator, ms: number, state: 'running' | 'paused') =>
  expect
    .poll(() =>
      toast.evaluate((element: Animated) => {
        const found = element
          .getAnimations({ subtree: true })
          .find(({ animationName }) => animationName === 'toast-time')
        return `${found?.effect.getComputedTiming().duration} ms, ${found?.playState}`
      }),
    )
    .toBe(`${ms} ms, ${state}`)

/** Plays everything that moves this many times as fast, and with it the time that toasts count down. */
export async function setPace(page: Page, playbackRate: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Animation.enable')
  await browser.send('Animation.setPlaybackRate', { playbackRate })
}

/** Makes toasts last ten times as long, so that a busy machine has time to see one. */
export const slowToasts = (page: Page): Promise<void> => setPace(page, 0.1)
