import { useTaskTemplates } from '../../data/tasks/templates.ts'
import { KeepTemplateDialog } from '../../parts/save-template/save-template-dialog.tsx'

/** Saves a card as a template. */
export function KeepTaskTemplate({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const { keep } = useTaskTemplates()
  return (
    <KeepTemplateDialog
      form="task-template"
      description="Titel, Notizen, Checkliste, Priorität und wer zuständig ist. Neue Aufgaben daraus fangen damit an."
      way="Redaktionsplan → Mehr → Aufgabe aus Vorlage"
      keep={{ ...keep, mutateAsync: (input) => keep.mutateAsync({ ...input, task_id: taskId }) }}
      onClose={onClose}
    />
  )
}
