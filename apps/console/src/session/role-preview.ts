import type { ModulePermissions, RoleId } from '@ruwu/contract'
import { createStore } from '@ruwu/ui/store.ts'
import { onSessionEnd } from './session-end.ts'

export type RolePreview = { id: RoleId; name: string; mPerms: ModulePermissions }

/** The role whose rights this tab is drawn with, read-only. In memory: a reload ends the preview. */
export const rolePreview = createStore<RolePreview | undefined>(undefined)

onSessionEnd(() => rolePreview.set(undefined))
