export { NotifySettingDialog } from './lazy-notify-setting-dialog.tsx'
export { notifySettingKey, useNotifySetting } from './notify-setting.queries.ts'
