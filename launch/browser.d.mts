// What browser.mjs offers to TypeScript (playwright.config.ts); that file itself must stay plain JavaScript.
export declare const chromiumFlags: string[]
export declare function findBrowser(): string | null
export declare function ensureBrowser(): Promise<string>
