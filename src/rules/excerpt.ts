/** Auto excerpt (EDIT-8): the characters # * _ ` [ ] removed from the markdown, then the first 200 characters. */
export function autoExcerpt(markdown: string): string {
  return markdown.replace(/[#*_`[\]]/g, '').slice(0, 200)
}
