export { NotifySettingDialog } from './notify-setting-door.tsx'
export { notifySettingKey, useNotifySetting } from './notify-setting.queries.ts'
