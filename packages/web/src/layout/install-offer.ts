// The browser's offer to install the application. It comes once, early, and is kept until somebody asks for it.

interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

const kept: { offer: InstallOffer | null } = { offer: null }

window.addEventListener('beforeinstallprompt', (event) => {
  // The browser's own bar would come in the middle of a sale.
  event.preventDefault()
  kept.offer = event as InstallOffer
})

export const readOffer = (): InstallOffer | null => kept.offer

/** An offer can be used once. */
export async function acceptOffer(): Promise<void> {
  const { offer } = kept
  kept.offer = null
  await offer?.prompt()
}
