import type { LandingForm } from '../contract/appearance.ts'
import type { Advert, AiShare } from '../rules/labels.ts'
import type { Rhythm } from '../rules/newsletter.ts'
import type { PublicDateFormat, ReaderTheme, Verification } from '../contract/settings.ts'

/** Addresses of the built script, stylesheets and fonts, as the manifests of the build name them. */
export interface Assets {
  script: string
  /** What previews have beside it: they follow their text. */
  previewScript: string
  /**
   * The sheet of the site's type pairing for a page with a text, a text with a form or comments, the front page, one form, or any
   * other. One sheet compresses better than several.
   */
  styles: Record<'text' | 'talk' | 'front' | 'steps' | 'lists', string>
  /** What texts without a form link, too, where they hold sound, film or an embed. */
  players: string
  /** What texts without a form link, too, where notes stand beside them. */
  notes: string
  /** Fonts every page starts with. */
  fonts: string[]
  /** The italics of the reading type, in which an article's excerpt stands. */
  italics: string
}

export interface SiteLink {
  label: string
  href: string
}

export interface Logo {
  src: string
  /** CSS pixels it stands in. */
  width: number
  height: number
}

/** What makes a site its own, as far as its editors have chosen it. */
export interface Identity {
  /** Address of the rules beside the site's; null for none. */
  style: string | null
  /** Address of the owner's default appearance for readers without scripts; null for dark. */
  plainStyle: string | null
  logo: Logo | null
  /** The logo on dark pages, where it is another one. */
  logoDark: Logo | null
  /** The small sign for tabs and for telephones; null for the product's own. */
  icons: { tab: string; touch: string } | null
}

/** What every page needs to know of the site. */
export interface Site {
  /** Title of the settings, already with its fallback. */
  title: string
  /** The title with soft hyphens at the joints of long words, as pages show it. */
  name: string
  /** Description of the settings, already with its fallback. */
  description: string
  /** Public origin without a slash at the end, for canonical links (RUL-32). */
  origin: string
  /** Time zone in force (RUL-3). */
  timezone: string
  /** How dates are written (RUL-68). */
  dateFormat: PublicDateFormat
  /** Entries of the header, free ones and published pages that have their place there; without any, pages have an arrow back. */
  navigation: SiteLink[]
  /** Entries of the footer beside the feeds: archive, free ones, legal and other pages, those that exist. */
  links: SiteLink[]
  /** The form at the end of articles, with its sentence (empty for the usual one); null for none. */
  newsletter: { text: string } | null
  identity: Identity
  /** The appearance readers get before they use the switch (RUL-101). */
  theme: ReaderTheme
  /** `meta` elements by which services recognise the owner (RUL-112). */
  verification: readonly Verification[]
  /** Profiles of the blog elsewhere, as `rel=me`. */
  profiles: readonly string[]
  assets: Assets
}

export interface Picture {
  src: string
  /** The same in every width it is stored in; empty for none (RUL-51). */
  srcset: string
  /** `#rrggbb` to stand for it until it is there; null for none. */
  tint: string | null
  /** What is to be seen where it is cut, in per cent from the left and from the top. */
  focus: { x: number; y: number }
  /** Pixels; without them the picture is laid out as a wide one. */
  width: number | null
  height: number | null
  alt: string
  /** What stands beside it; empty for none. */
  caption: string
}

/** A person, with the address of the page; null where there is nothing to lead to. */
export interface PersonName {
  name: string
  path: string | null
}

/** The same with what the person says, plain text, and where else the person is found. */
export interface Person extends PersonName {
  text: string
  face: Picture | null
  links: { label: string; url: string }[]
}

interface ArticleFacts {
  slug: string
  title: string
  /** The title with soft hyphens at the joints of long words. */
  headline: string
  /** BCP 47. */
  lang: string
  /** With soft hyphens, too. */
  category: string | null
  /** ISO 8601, UTC. */
  publishedAt: string
  /** Whole minutes of reading. */
  minutes: number
  excerpt: string
  cover: Picture | null
  /** The word that says somebody paid for it; null for none. */
  advert: Advert | null
}

export type ArticleEntry = ArticleFacts & {
  /** It stands first because somebody put it there. */
  pinned?: boolean
}

export interface LandingProps {
  site: Site
  form: LandingForm
  /** The head of the list where a page stands at `/` and the list at `/artikel` (RUL-109); null otherwise. */
  list: (Omit<ListHead, 'above'> & { above: null }) | null
  entries: ArticleEntry[]
  /** The first page in sections; null for the other forms. */
  sections: LandingSections | null
  podcast: boolean
  /** From 1. */
  page: number
  pages: number
}

/** The landing page in sections: an empty one is left out. */
export interface LandingSections {
  lead: ArticleEntry
  pinned: ArticleEntry[]
  topics: (Topic & { entries: ArticleEntry[] })[]
  newest: ArticleEntry[]
}

/** A category with published articles. */
export interface Topic {
  /** With soft hyphens. */
  name: string
  path: string
  count: number
}

export interface FrontPageProps {
  site: Site
  page: ContentPageProps['page']
  newest: ArticleEntry[]
  topics: Topic[]
  /** How many articles there are. */
  count: number
  podcast: boolean
}

/** The head of a list: what kind it is, what it is called, how many articles it has and where it stands. */
export interface ListHead {
  kind: string
  name: string
  /** The name with soft hyphens at the joints of long words. */
  headline: string
  count: number
  path: string
  /** The address of what its kind names; null where that is no page. */
  above: string | null
  /** Of an author: the person, and the year of the first article (empty where it is unknown). */
  person?: Person & { since: string }
  /** Of a category or tag: what it is about. */
  topic?: {
    text: string
    picture: Picture | null
    /** Newest first; none where all is of one year. */
    years: TopicYear[]
  }
}

/** A year of a topic, which filters its list; all of them without a year. */
export interface TopicYear {
  label: string
  count: number
  path: string
  isShown: boolean
}

export interface TopicsProps {
  site: Site
  categories: TopicEntry[]
  /** In the order of their names, each with the number of articles. */
  tags: { name: string; path: string; count: number }[]
}

/** A category in the overview of topics. */
export interface TopicEntry {
  headline: string
  path: string
  text: string
  picture: Picture | null
  count: number
  /** Years of its first and its newest article. */
  since: string
  until: string
  newest: Neighbour | null
}

/** A month or year of the archive as a link. */
export interface PlaceInTime {
  label: string
  path: string
}

interface TimesBeside {
  older: PlaceInTime | null
  newer: PlaceInTime | null
}

export interface ListProps {
  site: Site
  head: ListHead
  entries: ArticleEntry[]
  /** From 1. */
  page: number
  pages: number
  /** Months beside that of the list; null for a list that is none of a month. */
  beside: TimesBeside | null
}

export interface ArchiveProps {
  site: Site
  /** Months with articles (`2026-03`) and how many, newest first. */
  months: { month: string; count: number }[]
  /** The categories by which it is filtered, each with its path and the path of its archive. */
  categories: ArchivedCategory[]
  /** The category that is shown alone; null for all articles. */
  category: ArchivedCategory | null
}

/** A category and its archive. */
export interface ArchivedCategory {
  name: string
  path: string
  archive: string
}

export interface YearTitle {
  slug: string
  headline: string
  /** BCP 47. */
  lang: string
  category: string | null
  /** ISO 8601, UTC. */
  publishedAt: string
}

export interface YearProps {
  site: Site
  year: string
  /** Months with articles (`2026-03`), newest first. */
  months: { month: string; count: number; /** Markup, as `renderTitles` gives it. */ rows: string }[]
  beside: TimesBeside
}

export interface Neighbour {
  slug: string
  headline: string
  /** BCP 47. */
  lang: string
}

/** Own sound or film of a text. */
export interface PlayedFile {
  src: string
  /** Such as `audio/mpeg`. */
  type: string
  bytes: number
  seconds: number | null
}

export interface ArticleProps {
  site: Site
  article: ArticleFacts & {
    /** The people of the author line in its order; none where nobody is named. */
    authors: PersonName[]
    /** Those of them that have something to say of themselves, or a face. */
    people: Person[]
    /** For search engines and networks. */
    description: string
    /** Where the text appeared first, on another site; null where that is here. */
    canonical: string | null
    /** With the addresses of their lists; null where there is nothing to lead to. */
    tags: { name: string; path: string | null }[]
    categoryPath: string | null
    noindex: boolean
    /** ISO 8601, UTC. */
    updatedAt: string
    /** When its text was changed since it was published; null where it was not. ISO 8601, UTC. */
    changedAt: string | null
    /** What was wrong, in the words of its writers. */
    correction: string | null
    /** What a machine did of the text; null for nothing. */
    aiShare: AiShare | null
    /** Rendered by `src/markdown`, inserted as it is. */
    html: string
    chapters: { id: string; text: string }[]
    /** Its own sound and film. */
    sounds: PlayedFile[]
  }
  /** Versions in other languages and this one; none where there is one only. */
  versions: { lang: string; slug: string }[]
  previous: Neighbour | null
  next: Neighbour | null
  related: ArticleEntry[]
  /** The series it is a part of, where readers have more than this one. */
  series: { name: string; parts: (Neighbour & { isThis: boolean })[] } | null
  /** The first page of its comments; null where nobody comments. */
  comments: CommentsProps | null
  /** On a preview: until when its link opens (ISO 8601, UTC), and remarks of guests, where they may write some. */
  preview: { until: string; remarks: GuestRemarksProps | null } | null
}

/** Remarks of the guests of a preview link, and the form as it was typed. */
export interface GuestRemarksProps {
  action: string
  items: { id: string; name: string; body: string; at: string }[]
  typed: { name: string; text: string; quote: string }
  fault: { field: string; words: string } | null
}

/** A comment as readers see it. */
export interface CommentEntry {
  id: string
  name: string
  /** It is an answer of the team. */
  team: boolean
  /** Rendered by `src/markdown/comment.ts`, inserted as it is. */
  html: string
  /** ISO 8601, UTC. */
  at: string
  /** It answers another one. */
  isAnswer: boolean
  /** What stands in its place; null for its text. */
  gone: string | null
}

/** A page of comments. */
export interface CommentsProps {
  slug: string
  entries: CommentEntry[]
  /** Shown ones on all pages. */
  count: number
  /** From 1. */
  page: number
  pages: number
  /** Whether one may comment now, and until when (ISO 8601, UTC); null for no end. */
  isOpen: boolean
  closesAt: string | null
  /** Each is read before it appears. */
  moderated: boolean
}

/** Further pages of an article's comments. */
export interface CommentsPageProps {
  site: Site
  article: { slug: string; headline: string; title: string; publishedAt: string }
  comments: CommentsProps
}

/** What a form holds: as it was typed. */
export interface CommentTyped {
  name: string
  text: string
  /** The comment it answers. */
  root: { id: string; name: string } | null
}

/** The second step: a comment before it is sent, or a refusal with what was typed. */
export interface CommentFormProps {
  site: Site
  article: { slug: string; headline: string; title: string; publishedAt: string }
  typed: CommentTyped
  /** The comment as it will stand; null for a refusal. */
  preview: { html: string; root: CommentEntry | null; stamp: string; at: string; moderated: boolean } | null
  /** What is wrong with it, and where; `form` for neither field. */
  fault: { field: 'name' | 'text' | 'form'; words: string } | null
  /** The title of a refusal. */
  title: string
  /** Whether it can be sent at all: else the text is only there to be copied. */
  isOpen: boolean
  privacy: string | null
}

/** The page behind the secret link of a comment. */
export interface CommentEditProps {
  site: Site
  /** Null while readers cannot find it. */
  article: { slug: string; headline: string } | null
  /** Null after it was deleted. */
  comment: {
    name: string
    text: string
    html: string
    state: 'waiting' | 'shown' | 'hidden' | 'removed'
    /** Why it was removed. */
    reason: string | null
    answers: boolean
    parent: string | null
    /** Where it stands; null while it has no place. */
    address: string | null
    shownAt: string | null
  } | null
  /** Until when it can be changed, and whole minutes left; null for no longer. */
  editable: { until: string; minutes: number } | null
  /** What was typed, where it was refused. */
  refused: { name: string; text: string; field: 'name' | 'text' | 'form'; words: string } | null
  saved: boolean
  contact: string | null
}

/** The form to report a comment, or the page with the outcome of a report. */
export interface CommentReportProps {
  site: Site
  comment: { id: string; name: string; html: string; at: string; address: string | null } | null
  typed: { reason: string; text: string; contact: string }
  fault: { field: 'reason' | 'text' | 'contact' | 'form'; words: string } | null
  /** Of a report that was sent: when, and what was decided. */
  sent: { at: string; state: 'open' | 'upheld' | 'rejected'; outcome: string; decidedAt: string | null } | null
}

export interface ContentPageProps {
  site: Site
  page: {
    slug: string
    title: string
    /** The title with soft hyphens at the joints of long words. */
    headline: string
    /** For search engines and networks. */
    description: string
    /** Whether search engines are asked to leave it out. */
    noindex: boolean
    /** The address search engines are sent to instead; null for its own. */
    canonical: string | null
    /** BCP 47. */
    lang: string
    /** When it changed last, where readers have to know (ISO 8601, UTC). */
    asOf: string | null
    /** Rendered by `src/markdown`, inserted as it is. */
    html: string
  }
  /** On a preview: until when its link opens (ISO 8601, UTC), and remarks of guests, where they may write some. */
  preview: { until: string; remarks: GuestRemarksProps | null } | null
}

/** A page of the newsletter. Addresses are masked, tokens are those of the reader's links. */
export interface NewsletterProps {
  site: Site
  view:
    | {
        kind: 'form'
        name: string
        intro: string
        typed: { email: string; rhythm: Rhythm }
        fault?: string
        sent: (Neighbour & { at: string })[]
        privacy: string | null
      }
    | { kind: 'thanks'; sender: string }
    | { kind: 'confirm'; email: string; rhythm: Rhythm }
    | { kind: 'confirmed'; email: string; rhythm: Rhythm; token: string }
    | { kind: 'leave'; email: string; token: string }
    | { kind: 'left'; token: string }
    | {
        kind: 'settings'
        email: string
        token: string
        rhythm: Rhythm
        isPaused: boolean
        since: string | null
        saved: string
        fault?: string
      }
    | { kind: 'remove'; email: string }
    | { kind: 'removed' | 'lost' }
}

export interface NotFoundProps {
  site: Site
  /** Texts that were perhaps meant by the address. */
  meant: readonly TitleLine[]
}

/** A part of a text that was searched: found, or what stands around it. */
export interface Piece {
  text: string
  found: boolean
}

export interface SearchHit {
  address: string
  /** Category of an article, `Seite` for a page; null where there is nothing to say. */
  kind: string | null
  /** What only articles have; `publishedAt` is ISO 8601, UTC. */
  article: { publishedAt: string; minutes: number } | null
  /** BCP 47. */
  lang: string
  title: Piece[]
  /** The words around the hit, or the excerpt. */
  words: Piece[]
  /** The chapter in which these words stand. */
  chapter: { id: string; text: string } | null
}

/** A title in a list of titles alone. */
export interface TitleLine {
  address: string
  headline: string
  /** BCP 47. */
  lang: string
  category: string | null
}

export interface SearchProps {
  site: Site
  /** As it was typed, without blanks around it; empty where nothing was. */
  query: string
  hits: SearchHit[]
  /** How many were found, up to a limit; `more` when there are more than that. */
  total: number
  more: boolean
  /** From 1. */
  page: number
  pages: number
  /** The categories of all hits, most first, each with its number if all are known; and the slug of the one shown alone. */
  categories: { name: string; slug: string; count: number | null }[]
  category: string | null
  /** A shorter word that finds something, where this one finds nothing. */
  shorter: string | null
  /** The newest articles, where nothing was found or searched. */
  newest: TitleLine[]
}
