import type { Permission } from '@ruwu/contract'
import { HOME_PATH, NO_PERMISSION_TEXTS, guardPage } from '@ruwu/domain'
import { ErrorBlock, PageLoading, toast } from '@ruwu/ui'
import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { messageOf } from '../api/errors.ts'
import { useMyPermissions } from '../features/role/index.ts'
import { NoPermissionPage } from './no-permission-page.tsx'

/** Lets a page be drawn only by whoever may see it; decides nothing while permissions are unknown. */
export function PageGuard({ permission, children }: { permission?: Permission; children: ReactNode }) {
  const { data, error, refetch } = useMyPermissions()
  const { pathname } = useLocation()
  if (permission === undefined) return children
  switch (guardPage({ mPerms: data, permission, path: pathname })) {
    case 'wait':
      return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <PageLoading />
    case 'allow':
      return children
    case 'redirect-home':
      return <SentHome />
    case 'no-permission':
      return <NoPermissionPage />
  }
}

/** Says why the page went away: the permission may have been taken while one was looking at it. */
function SentHome() {
  useEffect(() => toast.warning(NO_PERMISSION_TEXTS.page), [])
  return <Navigate to={HOME_PATH} replace />
}
