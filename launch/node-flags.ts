// How Node runs the server, as `npm start` in package.json says it too; whatever starts one otherwise takes it from here. Young
// memory is held small: a list of a million rows passes through in pieces, and more room would only be filled with what is
// already sent (docs/performance.md, B6). Selling is as fast with it as without.
export const nodeFlags = ['--max-semi-space-size=8']
