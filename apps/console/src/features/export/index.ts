export { ExportAll } from './export-all.tsx'
export { ExportDialog } from './export-dialog.tsx'
export { ExportButton, ExportMenu } from './export-button.tsx'
export { ExportsSheet } from './exports-sheet.tsx'
