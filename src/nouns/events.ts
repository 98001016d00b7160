import type { NounCard } from './noun-card.ts'

export const events = {
  table: 'calendar_events',
  title: 'title',
  words: { one: 'Ereignis', many: 'Ereignisse' },
  icon: 'Calendar',
  screen: {
    path: '/admin/calendar',
    words: 'Kalender',
    opensGroup: false,
    key: 'k',
    found: 'Termine Planung Monat',
    keys: ['calendar', 'lists'],
    chapter: 'Kalender',
  },
  search: {
    others: [],
    text: null,
    state: 'type',
    at: ['starts_at'],
    opens: { path: '/admin/calendar', parameter: 'month', value: 'month' },
    after: 'tasks',
  },
  searched: null,
  form: {
    name: 'event',
    fields: ['title', 'typed', 'type', 'repeat', 'interval', 'weekdays', 'end', 'until', 'count'],
  },
  actions: {
    'event.new': { words: 'Neues Ereignis', on: 'calendar', found: 'Termin Kalender anlegen Deadline', opens: true },
  },
  trash: 'rows',
  backup: { fields: ['title', 'starts_at', 'type', 'recurrence', 'exceptions'], parts: {}, working: null },
  export: {
    file: 'data/events.json',
    fields: ['id', 'title', 'starts_at', 'type', 'recurrence', 'exceptions', 'created_at', 'updated_at'],
    left: ['author_id', 'deleted_at', 'changes'],
  },
  imported: { one: 'Termin' },
  account: 'exported',
  offline: true,
  shownBy: ['dashboard'],
} as const satisfies NounCard
