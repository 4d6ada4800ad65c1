export { EraseDialog } from './erase-dialog.tsx'
export { ExportDialog } from './export-dialog.tsx'
export { texts as personalDataTexts } from './texts.ts'
