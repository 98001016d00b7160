import type { OpenAPI } from '@orpc/contract'

/** The page's only style; its hash is in the content security policy. System colours follow the reader's theme. */
export const DOCS_STYLE = `
:root { color-scheme: dark light }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 24px 16px 96px; background: Canvas; color: CanvasText }
h1 { font-size: 28px } h2 { margin: 40px 0 8px; font-size: 20px; text-transform: capitalize } nav { display: flex; flex-wrap: wrap; gap: 4px 12px }
p, code { overflow-wrap: anywhere }
details { border-top: 1px solid GrayText; padding: 8px 0 } summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: 12px }
summary b { min-width: 4rem } summary span { margin-left: auto; opacity: .8 }
code, pre { font: 13px/1.5 ui-monospace, monospace } pre { overflow-x: auto; padding: 12px; border: 1px solid GrayText; border-radius: 6px }
`

/** The OpenAPI document as a readable page: operations by noun, each with its parameters, body and response. */
export function renderDocs(document: OpenAPI.Document): string {
  const byNoun = new Map<string, string[]>()
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      if (typeof operation !== 'object' || !('responses' in operation)) continue
      const noun = operation.tags?.[0] ?? ''
      byNoun.set(noun, [...(byNoun.get(noun) ?? []), renderOperation(method, path, operation)])
    }
  }
  const nouns = [...byNoun.keys()].sort()
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Blog CMS API</title><style>${DOCS_STYLE}</style></head><body><main>
<h1>Blog CMS API</h1><p>${text(document.info.description ?? '')} <a href="/api/openapi.json">openapi.json</a></p>
<nav aria-label="Nouns">${nouns.map((noun) => `<a href="#${text(noun)}">${text(noun)}</a>`).join('')}</nav>
${nouns.map((noun) => `<h2 id="${text(noun)}">${text(noun)}</h2>${(byNoun.get(noun) ?? []).join('')}`).join('\n')}
</main></body></html>`
}

function renderOperation(method: string, path: string, operation: OpenAPI.OperationObject): string {
  const access = (operation as { 'x-access'?: string })['x-access'] ?? ''
  const success = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))
  return `<details><summary><b>${method.toUpperCase()}</b><code>/api${text(path)}</code><span>${text(access)}</span></summary>
<p>${text(operation.description ?? '')}</p>${block('Parameters', operation.parameters)}${block('Body', content(operation.requestBody))}${block(`Answer ${success?.[0] ?? ''}`, content(success?.[1]))}</details>`
}

function content(holder: unknown): unknown {
  return (holder as { content?: Record<string, { schema?: unknown }> } | undefined)?.content?.['application/json']
    ?.schema
}

function block(title: string, value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return `<h3>${text(title)}</h3><pre tabindex="0">${text(JSON.stringify(value, null, 2))}</pre>`
}

function text(value: string): string {
  return value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
