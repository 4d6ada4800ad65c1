export { EditTemplateDialog, type ShownTemplate } from './edit-template-dialog.tsx'
export { useTemplates } from './template.queries.ts'
