import { useState } from 'react'
import type { MediaAsset } from '../../../../../contract/media.ts'
import { isSoundType } from '../../../../../rules/uploads.ts'
import { onDemand, OnDemand } from '../../../../ui/on-demand.tsx'
import { toastDone } from '../../../../ui/toast.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import { afterFrame } from '../../../../lib/after-frame.ts'
import { OutlineDialog } from './outline-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { UnprotectedDialog } from './unprotected-dialog.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { Ways } from '../state/use-ways-into.ts'

const ProofDialog = onDemand(async () => (await import('../spelling/spelling-dialog.tsx')).ProofDialog)
const WritersDialog = onDemand(async () => (await import('../revisions/writers-dialog.tsx')).WritersDialog)
const ActivityDialog = onDemand(async () => (await import('../revisions/activity-dialog.tsx')).ActivityDialog)
const KeepTemplate = onDemand(async () => (await import('./template-name.tsx')).KeepTemplate)
const GuestsDialog = onDemand(async () => (await import('../properties/guests-dialog.tsx')).GuestsDialog)
const PreviewLinksDialog = onDemand(
  async () => (await import('../properties/preview-links-dialog.tsx')).PreviewLinksDialog,
)
const ScheduleDialog = onDemand(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)
const MediaPicker = onDemand(async () => (await import('../../../../parts/media-picker/media-picker.tsx')).MediaPicker)

/**
 * Purpose of the image being chosen: the cover (EDIT-7), an image in the text, or a replacement of the picture at the
 * cursor.
 */
export type Picking = 'cover' | 'text' | 'picture'

/** The dialogs that users open; one at a time. */
export type EditorDialog = Picking | 'outline' | 'discard' | 'schedule' | Tool

/** Tools for the whole text. */
export type Tool = 'proof' | 'template' | 'guests' | 'preview-links' | 'writers' | 'activity'

type Props = {
  dialog: EditorDialog | null
  onDialog: (next: (former: EditorDialog | null) => EditorDialog | null) => void
  editing: ArticleEditing
  editorView: TextEditorView
  ways: Ways
}

/** All dialogs over the open text: those opened by the user and those caused by events. */
export function EditorDialogs({ dialog, onDialog, editing, editorView, ways }: Props) {
  const close = (own: EditorDialog) => onDialog((former) => (former === own ? null : former))
  return (
    <>
      <PickerOnDemand
        picking={dialog === 'cover' || dialog === 'text' || dialog === 'picture' ? dialog : null}
        editing={editing}
        editorView={editorView}
        onClose={() => dialog && close(dialog)}
      />
      {dialog === 'proof' && <ProofDialog editorView={editorView} onClose={() => close('proof')} />}
      <OnDemand wanted={dialog === 'writers'}>
        {editing.base && (
          <WritersDialog
            open={dialog === 'writers'}
            id={editing.base.id}
            editing={editing}
            editorView={editorView}
            onClose={() => close('writers')}
          />
        )}
      </OnDemand>
      <OnDemand wanted={dialog === 'activity'}>
        {editing.base && (
          <ActivityDialog id={editing.base.id} open={dialog === 'activity'} onClose={() => close('activity')} />
        )}
      </OnDemand>
      {dialog === 'template' && editing.base && (
        <KeepTemplate articleId={editing.base.id} onClose={() => close('template')} />
      )}
      <OnDemand wanted={dialog === 'guests'}>
        {editing.base && (
          <GuestsDialog id={editing.base.id} open={dialog === 'guests'} onClose={() => close('guests')} />
        )}
      </OnDemand>
      <OnDemand wanted={dialog === 'preview-links'}>
        {editing.base && (
          <PreviewLinksDialog
            id={editing.base.id}
            open={dialog === 'preview-links'}
            onClose={() => close('preview-links')}
          />
        )}
      </OnDemand>
      <OutlineDialog
        open={dialog === 'outline'}
        onClose={() => close('outline')}
        getHeadings={() => editorView.headings()}
        onHeading={ways.toHeading}
      />
      <DiscardDialog
        editing={editing}
        open={dialog === 'discard'}
        onOpen={(open) => (open ? onDialog(() => 'discard') : close('discard'))}
      />
      <OnDemand wanted={dialog === 'schedule'}>
        <ScheduleDialog editing={editing} open={dialog === 'schedule'} onClose={() => close('schedule')} />
      </OnDemand>
      {/* The notice that opened it is gone with the conflict. */}
      <ConflictDialog editing={editing} onSettled={() => afterFrame(() => editorView.focus())} />
      <UnprotectedDialog editing={editing} />
    </>
  )
}

type PickerProps = Pick<Props, 'editing' | 'editorView'> & { picking: Picking | null; onClose: () => void }

/** The media library, loaded on first use. */
function PickerOnDemand({ picking, editing, editorView, onClose }: PickerProps) {
  const [wanted, setWanted] = useState(false)
  if (picking !== null && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <MediaPicker
      open={picking !== null}
      pictures={picking !== 'text'}
      onClose={onClose}
      onPick={(asset) => {
        if (picking === 'cover') editing.change({ cover_image_url: asset.url })
        else if (picking === 'picture') editorView.replacePicture(asset)
        else editorView.insertPictures([asset])
        onClose()
        // The tool that opened it may be gone with the former picture.
        if (picking !== 'cover') afterFrame(() => editorView.focus())
        toastDone(isSoundType(asset.mime_type) ? 'Datei eingefügt' : 'Bild ausgewählt!')
      }}
      {...(picking === 'text' && {
        onPickSeveral: (assets: MediaAsset[]) => {
          editorView.insertPictures(assets)
          onClose()
          afterFrame(() => editorView.focus())
          toastDone(assets.length === 1 ? 'Bild ausgewählt!' : `Galerie mit ${assets.length} Bildern eingefügt`)
        },
      })}
    />
  )
}
