// The TypeScript declarations of browser.mjs (for playwright.config.ts); that file itself must stay plain JavaScript.
export declare const chromiumFlags: string[]
export declare function findBrowser(): string | null
export declare function ensureBrowser(): Promise<string>
