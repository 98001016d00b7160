/** The rule of EDIT-8: the characters # * _ ` [ ] removed, then the first 200 characters, or as many as wanted. */
export function autoExcerpt(markdown: string, length = 200): string {
  return markdown.replace(/[#*_`[\]]/g, '').slice(0, length)
}
