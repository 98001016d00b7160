/** Where an article's comments are posted, and where further pages of them stand. */
export function commentsPath(slug: string): string {
  return `/article/${slug}/kommentare`
}

/** The feed of an article's comments. */
export function commentFeedPath(slug: string): string {
  return `${commentsPath(slug)}/atom.xml`
}

/** The address of a page of an article's comments: the first one is the article's own. */
export function commentsAddress(slug: string, page: number): string {
  return page === 1 ? `/article/${slug}` : `${commentsPath(slug)}?seite=${page}`
}
