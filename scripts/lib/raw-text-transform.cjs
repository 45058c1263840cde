/** Vite's `?raw` for Jest: a text file becomes a module whose default export is its text. */
module.exports = {
  process: (text) => ({
    code: `Object.defineProperty(exports, '__esModule', { value: true });\nexports.default = ${JSON.stringify(text)};`,
  }),
};
