const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The installed app: how it is called, where it opens, and what is shared with it (RUL-65). */
export const MANIFEST = {
  id: '/admin',
  name: 'Blog CMS',
  short_name: 'Blog CMS',
  description: 'Planen, schreiben und veröffentlichen',
  lang: 'de',
  dir: 'ltr',
  start_url: '/admin',
  scope: '/admin',
  display: 'standalone',
  // The sign fills 60 % of the edge: what systems cut off is paper.
  icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  shortcuts: [
    { name: 'Neuer Artikel', url: '/admin/articles/new' },
    { name: 'Inbox', url: '/admin/inbox' },
    { name: 'Kalender', url: '/admin/calendar' },
    { name: 'Redaktionsplan', url: '/admin/editorial-plan' },
  ],
  share_target: {
    action: '/admin/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'images', accept: ['image/*'] }],
    },
  },
}
