export { ExportAll } from './export-all.tsx'
export { ExportButton, ExportMenu } from './export-button.tsx'
