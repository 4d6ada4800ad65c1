export { ModelSettingSheet } from './model-setting-sheet.tsx'
