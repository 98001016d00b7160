import * as research from '../../research/research.service.ts'
import { tableBin, type TrashBin } from '../../platform/trash-bin.ts'
import { forget } from './bucket.service.ts'

const rows = tableBin('research_files', 'filename')

/** The trash's door to single files of research (RUL-20): the stored object stays until the file is removed for good. */
export const filesBin: TrashBin = {
  list: rows.list,
  async restore(tx, id, now) {
    const restored = await rows.restore(tx, id, now)
    const file = restored && (await research.findFile(tx, id))
    return file && { title: file.filename, change: { noun: 'research', id: file.research_item_id, verb: 'updated' } }
  },
  async purge(runtime, tx, id, before) {
    const file = await research.findFile(tx, id)
    if (!file || !(await rows.purge(runtime, tx, id, before))) return false
    return forget(runtime, tx, [file.object_name])
  },
}
