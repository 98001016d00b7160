declare module 'hyphen/hyphen.js' {
  type Options = { async: false; html: false; hyphenChar: string }
  const createHyphenator: (patterns: unknown, options: Options) => (text: string) => string
  export default createHyphenator
}

declare module 'hyphen/patterns/de-1996.js' {
  const patterns: unknown
  export default patterns
}
