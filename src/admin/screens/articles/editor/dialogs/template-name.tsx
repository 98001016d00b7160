import { useTemplates } from '../../../../data/templates.ts'
import { KeepTemplateDialog } from '../../../../parts/save-template/save-template-dialog.tsx'

/** Saves the article as a template. */
export function KeepTemplate({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const { keep } = useTemplates()
  return (
    <KeepTemplateDialog
      form="article-template"
      description="Text, Schlagwörter, Kategorie und Titelbild. Was in eckigen Klammern steht, ist in neuen Artikeln eine Lücke."
      way="Artikel → Mehr → Aus Vorlage"
      keep={{ ...keep, mutateAsync: (input) => keep.mutateAsync({ ...input, article_id: articleId }) }}
      onClose={onClose}
    />
  )
}
