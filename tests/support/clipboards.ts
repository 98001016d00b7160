/** `text/html` clipboard content of various programs, shortened where repetitive. */
const li = (level: number, words: string) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;vertical-align:baseline;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation"><span style="font-size:11pt;font-family:Arial,sans-serif;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">${words}</span></p></li>`
const span = (words: string, style = 'font-weight:400;font-style:normal') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">${words}</span>`
const docs = (inner: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5e1c0f0a-7fff-0d1c-8b5e-3f1e1d6a9a55">${inner}</b><br class="Apple-interchange-newline">`
const docsParagraph = (inner: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${inner}</p>`

export const DOCS_LISTS = docs(
  `${docsParagraph(span('Drei Dinge:'))}<br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${li(1, 'Vertraulichkeit')}<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${li(2, 'lokal')}<ul>${li(3, 'ohne Netz')}</ul>${li(2, 'verschlüsselt')}</ul>${li(1, 'Verlässlichkeit')}</ul><br /><ol start="3">${li(1, 'dritter')}<ol>${li(2, 'darunter')}</ol>${li(1, 'vierter')}</ol>`,
)

export const DOCS_FLAT_LISTS = docs(
  `<ul>${li(1, 'außen')}</ul><ul style="margin-left:36pt">${li(2, 'innen')}</ul><ul>${li(1, 'wieder außen')}</ul>`,
)

export const DOCS_TEXT = docs(
  `<h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">Was sich verändert hat</span></h2>${docsParagraph(
    `${span('Ein ')}${span('fet', 'font-weight:700;font-style:normal')}${span('tes', 'font-weight:700;font-style:normal')}${span(' Wort und ein ')}${span('schräges', 'font-weight:400;font-style:italic')}${span(' in snake_case, 3 * 4 [so].')}`,
  )}<br />${docsParagraph(`${span('Noch ein ')}<a href="https://www.google.com/url?q=https://example.org/a_b&amp;sa=D" style="text-decoration:none;">${span('Absatz', 'font-weight:400;text-decoration:underline')}</a>${span('.')}`)}<br />`,
)

export const DOCS_CHECKS = docs(
  `<ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" width="17px" height="17px" alt="aktiviert" aria-roledescription="Kästchen" /><p dir="ltr" role="presentation">${span('gemessen')}</p></li><li dir="ltr" role="checkbox" aria-checked="false" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="nicht aktiviert" /><p dir="ltr" role="presentation">${span('geschrieben')}</p></li></ul>`,
)

export const DOCS_NOTES = docs(
  `${docsParagraph(`${span('Belegt')}<sup style="font-size:0.6em"><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>${span(' ist es.')}`)}<hr><div><p style="padding:0;"><a href="#ftnt_ref1" id="ftnt1">[1]</a>${span('&nbsp;Aus den Akten.')}</p></div>`,
)

const word = (inner: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=DE style='tab-interval:35.4pt'><!--StartFragment-->${inner}<!--EndFragment--></body></html>`
const anchor = (number: number) =>
  `<a style='mso-footnote-id:ftn${number}' href="#_ftn${number}" name="_ftnref${number}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:11.0pt'>[${number}]</span></span><![endif]></span></span></a>`
const wordNote = (number: number, ...paragraphs: string[]) =>
  `<div style='mso-element:footnote' id=ftn${number}>${paragraphs
    .map(
      (words, index) =>
        `<p class=MsoFootnoteText>${index > 0 ? '' : `<a style='mso-footnote-id:ftn${number}' href="#_ftnref${number}" name="_ftn${number}" title=""><span class=MsoFootnoteReference><![if !supportFootnotes]>[${number}]<![endif]></span></a> `}${words}<o:p></o:p></p>`,
    )
    .join('')}</div>`

export const WORD_NOTES = word(
  `<p class=MsoNormal>Die Messung${anchor(1)} war <b style='mso-bidi-font-weight:normal'>kurz</b>,<br>aber gut.${anchor(2)}<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Ein zweiter Absatz.<o:p></o:p></p><div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%">${wordNote(1, 'Bei 200 cd/m<sup>2</sup>.')}${wordNote(2, 'Siehe <i>Handbuch</i>.')}</div>`,
)

const wordItem = (level: number, mark: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`

export const WORD_LISTS = word(
  `<p class=MsoNormal>Zutaten:<o:p></o:p></p>${wordItem(1, '·', 'Mehl')}${wordItem(2, 'o', 'Weizen')}${wordItem(2, 'o', 'Roggen')}${wordItem(1, '·', 'Wasser')}<p class=MsoNormal>Dann:<o:p></o:p></p>${wordItem(1, '1.', 'mischen')}${wordItem(1, '2.', 'backen')}`,
)

export const WORD_TABLE = word(
  `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'><td width=201 valign=top><p class=MsoNormal><b>Gerät<o:p></o:p></b></p></td><td width=201><p class=MsoNormal><b>Akku<o:p></o:p></b></p></td></tr><tr><td><p class=MsoNormal>Falke&nbsp;14<o:p></o:p></p></td><td><p class=MsoNormal>57 Wh,<o:p></o:p></p><p class=MsoNormal>neu<o:p></o:p></p></td></tr></table>`,
)

export const SHEETS = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;font-weight:bold;">Gerät</td><td style="font-weight:bold;">Woche 1</td><td style="font-weight:bold;">Woche 4</td></tr><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;">Falke 14</td><td style="text-align:right;" data-sheets-numberformat="{}">11,4</td><td style="text-align:right;"></td></tr><tr><td>a | b<br/>c</td><td colspan="2" rowspan="1">beide</td></tr></tbody></table>`

export const EXCEL = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\,";} .xl65 {mso-number-format:"0\\.0";}--></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=160 style='border-collapse:collapse;width:120pt'><!--StartFragment--><col width=80 span=2 style='width:60pt'><tr height=20 style='height:15.0pt'><td height=20 width=80>Monat</td><td width=80>Leser</td></tr><tr height=20><td height=20>März</td><td align=right>1.204</td></tr><!--EndFragment--></table></body></html>`

export const WEB_PAGE = `<meta charset='utf-8'><article class="post" style="color: rgb(36, 41, 47)"><nav><a href="https://example.org/">Start</a></nav><h2 id="messen"><a class="anchor" aria-hidden="true" href="https://example.org/a#messen"><svg width="16"><path d="M0"></path></svg></a>Wie wir <em>messen</em></h2><p>Ein <a href="https://example.org/labor" target="_blank" rel="noopener">Labor</a><sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup> ist kein <strong>Zugabteil</strong><strong>.</strong><br></p><div><br></div><blockquote><p>Niemand hält die<br>Helligkeit konstant.</p></blockquote><figure><img src="https://example.org/bild.jpg" alt="Ein Labor" loading="lazy"><figcaption>Unser Labor, <b>2024</b></figcaption></figure><div class="highlight highlight-source-js"><pre><span class="pl-k">const</span> zahl <span class="pl-k">=</span> <span>1_000</span>
zahl * 2</pre></div><p>Bei <code>npm run_it</code> &amp; &lt;div&gt; bleibt 2^10.<br><br>Nach zwei Umbrüchen.</p><script>alert(1)</script><button>Teilen</button></article>`
