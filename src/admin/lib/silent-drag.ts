const silent = () => undefined

/** Announcements of dnd-kit, which knows droppables alone: who lets things be dragged tells of each step itself. */
export const SILENT_DRAG = { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent }
