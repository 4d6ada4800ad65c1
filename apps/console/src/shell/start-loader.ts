import { redirect, type LoaderFunctionArgs } from 'react-router'
import { readSession } from '../session/session.ts'
import { browserMemory } from '../browser/storage.ts'
import { recallLastPage } from './last-page.ts'

/** `/` shows nothing of its own: to /login, to where one was last, else home. The page guard checks permissions there. */
export function startLoader() {
  if (!readSession()) return redirect('/login')
  return redirect(recallLastPage(browserMemory))
}

/** `/setting/index` is `/setting`. */
export function barePathLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return pathname.endsWith('/index') ? redirect(pathname.slice(0, -'/index'.length) + search) : null
}
