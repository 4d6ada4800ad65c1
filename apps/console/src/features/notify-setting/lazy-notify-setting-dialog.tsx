import { onDemand } from '../../rendering/on-demand.tsx'

// Its controls are used nowhere else in the shell.
export const NotifySettingDialog = onDemand(
  async () => (await import('./notify-setting-dialog.tsx')).NotifySettingDialog,
)
