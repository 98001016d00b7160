/** What the search over everything finds, in the order in which its hits are shown (RUL-63). */
export const SEARCH_NOUNS = [
  'articles',
  'pages',
  'tasks',
  'events',
  'research',
  'inbox',
  'media',
  'links',
  'prompts',
] as const
export type SearchNoun = (typeof SEARCH_NOUNS)[number]
