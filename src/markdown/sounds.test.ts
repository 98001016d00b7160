import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render.ts'
import type { Sound } from './sounds.ts'

const FILES: Record<string, Partial<Sound>> = {
  '/folge.mp3': { type: 'audio/mpeg', seconds: 2286 },
  '/film.mp4': { type: 'video/mp4', seconds: 62, width: 640, height: 360 },
}
const sound = (src: string): Sound | null =>
  FILES[src] ? { src, type: '', seconds: null, width: null, height: null, ...FILES[src] } : null
const html = (markdown: string) => renderMarkdown(markdown, { sound, isMissing: (address) => !FILES[address] }).html

describe('[SITE-23] sound and film in texts', () => {
  test('a picture of an own sound is the browser’s player, with a link to the file', () => {
    expect(html('![Wie klingt ein Archiv?](/folge.mp3 "Folge *7*")')).toBe(
      '<figure class="sound"><audio src="/folge.mp3" controls="" preload="metadata" aria-label="Wie klingt ein Archiv?"></audio>' +
        '<figcaption>Folge *7* <a href="/folge.mp3">MP3, 38:06</a></figcaption>\n</figure>\n',
    )
    expect(html('Hier ![Ton](/folge.mp3) hören')).toMatch(/^<p>Hier <audio [^>]+><\/audio> hören<\/p>/)
  })

  test('a film has its size, and the picture around which it is linked as its poster', () => {
    const poster = renderMarkdown('[![Der Turm](/turm.jpg "Am Abend")](/film.mp4) ', { sound }).html
    expect(poster).toBe(
      '<figure class="sound"><video src="/film.mp4" controls="" preload="metadata" width="640" height="360" poster="/turm.jpg" ' +
        'aria-label="Der Turm"></video><figcaption>Am Abend <a href="/film.mp4">MP4, 1:02</a></figcaption>\n</figure>\n',
    )
    expect(renderMarkdown('[![A](/a.jpg)](/anderes.mp4)', { sound }).html).toContain('<img src="/a.jpg"')
  })

  test('a list of times behind a player leads to the places of the file, any other list does not', () => {
    const chapters = html('![Ton](/folge.mp3)\n\n- 0:00 Vor der *Tür*\n- 1:02:03 Nach Feierabend')
    expect(chapters).toContain('<ul class="chapters">\n<li><a href="/folge.mp3#t=0">0:00</a> Vor der <em>Tür</em></li>')
    expect(chapters).toContain('<a href="/folge.mp3#t=3723">1:02:03</a> Nach Feierabend')
    expect(html('![Ton](/folge.mp3)\n\n- 0:00 Beginn\n- Ende')).not.toContain('chapters')
    expect(html('- 0:00 Beginn')).not.toContain('chapters')
  })

  test('a transcript folds, and a title is only text', () => {
    const out = html(
      '![5 < 6 "](/folge.mp3)\n\n<details>\n<summary>Abschrift</summary>\n\nEs *knistert*.\n\n</details>',
    )
    expect(out).toContain('aria-label="5 &lt; 6 ')
    expect(out).toContain('<summary>Abschrift</summary>')
  })

  test('[RUL-102] HTML of an own sound or film plays it, with poster and title; that of others is a link', () => {
    // HTML is written by the sanitiser, which shortens an empty attribute.
    const audio = html('![](/folge.mp3)').replace('controls=""', 'controls')
    expect(html('<audio src="/folge.mp3" autoplay onplay="x()">Ihr Browser kann das nicht.</audio>')).toBe(audio)
    expect(html('<audio controls>\n<source src="/folge.mp3">\n<p>Alt</p>\n</audio>')).toBe(audio)
    for (const poster of ['', ' ', 'data:image/png;base64,AAAA', 'javascript:x'])
      expect(html(`<video poster="${poster}" src="/film.mp4"></video>`), poster).toContain(
        '<video src="/film.mp4" controls',
      )
    expect(html('<video title="Am Abend" aria-label="Der Turm" poster="/turm.jpg" src="/film.mp4"></video>')).toBe(
      renderMarkdown('[![Der Turm](/turm.jpg "Am Abend")](/film.mp4)', { sound }).html.replace(
        'controls=""',
        'controls',
      ),
    )
    expect(html('<figure><audio src="/folge.mp3"></audio><figcaption>Folge</figcaption></figure>')).toMatch(
      /^<figure>\s*<audio src="\/folge\.mp3" controls[^>]*><\/audio>\s*<figcaption>Folge<\/figcaption>\s*<\/figure>/,
    )
    expect(html('Vorher <audio src="/folge.mp3">a</audio> nachher')).toMatch(
      /^<p>Vorher<\/p>\n<figure.*<p>nachher<\/p>/s,
    )
    expect(html('<audio src="/folge.mp3">\n\nUnd **weiter**')).toContain('<p>Und <strong>weiter</strong></p>')
    expect(html('<audio src="/fehlt.mp3"></audio>')).toContain('<a href="/fehlt.mp3">Ton: fehlt.mp3</a>')
  })

  test('a player stands in a fold and beside other HTML, too', () => {
    const inFold = html(
      '<details>\n<summary>Mehr</summary>\n\n![Ton](/folge.mp3)\n\n- 0:00 Vor <b>allem</b>\n\n</details>',
    )
    expect(inFold).toMatch(/<figure class="sound"><audio src="\/folge\.mp3" controls[^>]*><\/audio>/)
    expect(inFold).toContain('<ul class="chapters">')
    expect(html('<kbd>P</kbd> ![Film](/film.mp4)')).toMatch(/<video src="\/film\.mp4" controls[^>]* width="640"/)
    expect(html('<audio src="https://anderswo.example/a.mp3" controls autoplay></audio>')).not.toContain('<audio')
  })
})
