import { Activity, Copy, Hand, LayoutTemplate, SpellCheck, Users } from 'lucide-react'
import { useMay } from '../../../../data/role.ts'
import { Button } from '../../../../ui/button.tsx'
import { useDuplicate } from '../../use-duplicate.ts'
import type { Tool } from '../dialogs/editor-dialogs.tsx'
import type { ReviewState } from '../review/use-review.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'

type Props = { editing: ArticleEditing; review: ReviewState; onTool: (tool: Tool) => void }

/** Actions for the whole article, at the bottom of its panel. */
export function ArticleTools({ editing, review, onTool }: Props) {
  const duplicate = useDuplicate()
  const { base } = editing
  const mayPublish = useMay('texts.publish')
  // Duplicate and template are made from the server's text, so it is saved first.
  const withSaved = async (go: (id: string) => void) => {
    if (!base) return
    if (editing.sync !== 'saved' && editing.sync !== 'fresh') await editing.save('save', { leave: false })
    go(base.id)
  }
  return (
    <section aria-labelledby="article-tools" className="py-2">
      <h2 id="article-tools" className="flex h-8 items-center text-s text-fg-2">
        Werkzeuge
      </h2>
      <div className="-mx-2 grid justify-items-start">
        <Button look="quiet" icon={<SpellCheck aria-hidden />} onClick={() => onTool('proof')}>
          Text prüfen
        </Button>
        {review.hasText && review.review !== 'requested' && (
          <Button look="quiet" icon={<Hand aria-hidden />} onClick={() => review.ask('request')}>
            Zur Abnahme geben …
          </Button>
        )}
        {base && (
          <>
            <Button look="quiet" icon={<Users aria-hidden />} onClick={() => onTool('writers')}>
              Wer schrieb das?
            </Button>
            <Button look="quiet" icon={<Activity aria-hidden />} onClick={() => onTool('activity')}>
              Aktivität
            </Button>
            <Button look="quiet" icon={<Copy aria-hidden />} onClick={() => void withSaved((id) => void duplicate(id))}>
              Duplizieren
            </Button>
            {mayPublish && (
              <Button
                look="quiet"
                icon={<LayoutTemplate aria-hidden />}
                onClick={() => void withSaved(() => onTool('template'))}
              >
                Als Vorlage speichern
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}
