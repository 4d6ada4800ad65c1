export { ExportButton, ExportMenu } from './export-button.tsx'
