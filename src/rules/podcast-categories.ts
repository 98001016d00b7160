/** The category of a podcast until its owner chooses another: that of a blog. */
export const USUAL_PODCAST_CATEGORY = 'Society & Culture'

/** Categories that podcast directories know (Apple's list), with their German names, and those below them. */
const CATEGORIES: Record<string, { words: string; below?: Record<string, string> }> = {
  Arts: {
    words: 'Kunst',
    below: {
      Books: 'Bücher',
      Design: 'Design',
      'Fashion & Beauty': 'Mode und Schönheit',
      Food: 'Essen',
      'Performing Arts': 'Darstellende Kunst',
      'Visual Arts': 'Bildende Kunst',
    },
  },
  Business: {
    words: 'Wirtschaft',
    below: {
      Careers: 'Karriere',
      Entrepreneurship: 'Unternehmertum',
      Investing: 'Geldanlage',
      Management: 'Management',
      Marketing: 'Marketing',
      'Non-Profit': 'Gemeinnützige Arbeit',
    },
  },
  Comedy: {
    words: 'Comedy',
    below: { 'Comedy Interviews': 'Interviews', Improv: 'Improvisation', 'Stand-Up': 'Stand-up' },
  },
  Education: {
    words: 'Bildung',
    below: {
      Courses: 'Kurse',
      'How To': 'Anleitungen',
      'Language Learning': 'Sprachen lernen',
      'Self-Improvement': 'Persönliche Entwicklung',
    },
  },
  Fiction: {
    words: 'Fiktion',
    below: { 'Comedy Fiction': 'Komödie', Drama: 'Drama', 'Science Fiction': 'Science-Fiction' },
  },
  Government: { words: 'Regierung' },
  History: { words: 'Geschichte' },
  'Health & Fitness': {
    words: 'Gesundheit und Fitness',
    below: {
      'Alternative Health': 'Alternative Heilmethoden',
      Fitness: 'Fitness',
      Medicine: 'Medizin',
      'Mental Health': 'Seelische Gesundheit',
      Nutrition: 'Ernährung',
      Sexuality: 'Sexualität',
    },
  },
  'Kids & Family': {
    words: 'Kinder und Familie',
    below: {
      'Education for Kids': 'Bildung für Kinder',
      Parenting: 'Erziehung',
      'Pets & Animals': 'Tiere',
      'Stories for Kids': 'Geschichten für Kinder',
    },
  },
  Leisure: {
    words: 'Freizeit',
    below: {
      'Animation & Manga': 'Animation und Manga',
      Automotive: 'Auto',
      Aviation: 'Luftfahrt',
      Crafts: 'Handwerk',
      Games: 'Spiele',
      Hobbies: 'Hobbys',
      'Home & Garden': 'Haus und Garten',
      'Video Games': 'Videospiele',
    },
  },
  Music: {
    words: 'Musik',
    below: {
      'Music Commentary': 'Kommentare',
      'Music History': 'Musikgeschichte',
      'Music Interviews': 'Interviews',
    },
  },
  News: {
    words: 'Nachrichten',
    below: {
      'Business News': 'Wirtschaft',
      'Daily News': 'Täglich',
      'Entertainment News': 'Unterhaltung',
      'News Commentary': 'Kommentare',
      Politics: 'Politik',
      'Sports News': 'Sport',
      'Tech News': 'Technik',
    },
  },
  'Religion & Spirituality': {
    words: 'Religion und Spiritualität',
    below: {
      Buddhism: 'Buddhismus',
      Christianity: 'Christentum',
      Hinduism: 'Hinduismus',
      Islam: 'Islam',
      Judaism: 'Judentum',
      Religion: 'Religion',
      Spirituality: 'Spiritualität',
    },
  },
  Science: {
    words: 'Wissenschaft',
    below: {
      Astronomy: 'Astronomie',
      Chemistry: 'Chemie',
      'Earth Sciences': 'Geowissenschaften',
      'Life Sciences': 'Biowissenschaften',
      Mathematics: 'Mathematik',
      'Natural Sciences': 'Naturwissenschaften',
      Nature: 'Natur',
      Physics: 'Physik',
      'Social Sciences': 'Sozialwissenschaften',
    },
  },
  'Society & Culture': {
    words: 'Gesellschaft und Kultur',
    below: {
      Documentary: 'Dokumentation',
      'Personal Journals': 'Tagebücher',
      Philosophy: 'Philosophie',
      'Places & Travel': 'Orte und Reisen',
      Relationships: 'Beziehungen',
    },
  },
  Sports: {
    words: 'Sport',
    below: {
      Baseball: 'Baseball',
      Basketball: 'Basketball',
      Cricket: 'Cricket',
      'Fantasy Sports': 'Fantasy-Sport',
      Football: 'American Football',
      Golf: 'Golf',
      Hockey: 'Hockey',
      Rugby: 'Rugby',
      Running: 'Laufen',
      Soccer: 'Fußball',
      Swimming: 'Schwimmen',
      Tennis: 'Tennis',
      Volleyball: 'Volleyball',
      Wilderness: 'Wildnis',
      Wrestling: 'Ringen',
    },
  },
  Technology: { words: 'Technologie' },
  'True Crime': { words: 'Wahre Kriminalfälle' },
  'TV & Film': {
    words: 'TV und Film',
    below: {
      'After Shows': 'Begleitsendungen',
      'Film History': 'Filmgeschichte',
      'Film Interviews': 'Filminterviews',
      'Film Reviews': 'Filmkritik',
      'TV Reviews': 'TV-Kritik',
    },
  },
}

/** Each category as it is stored (`Arts`, `Arts/Books`) and as the settings name it (`Kunst`, `Kunst: Bücher`). */
export const PODCAST_CATEGORIES: readonly { value: string; label: string }[] = Object.entries(CATEGORIES).flatMap(
  ([name, { words, below = {} }]) => [
    { value: name, label: words },
    ...Object.entries(below).map(([sub, label]) => ({ value: `${name}/${sub}`, label: `${words}: ${label}` })),
  ],
)
