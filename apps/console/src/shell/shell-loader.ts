import { redirect, type LoaderFunctionArgs } from 'react-router'
import { fetchBaseline } from '../realtime/baseline.ts'
import { readSession } from '../session/session.ts'
import { loginPathFrom } from '../session/sign-in-path.ts'

export type ShellData = {
  /** Events up to this number are in what the shell fetches from now on; null when it could not be asked. */
  baseline: number | null
}

/** Runs beside the loading of the shell's code: the event number has to be older than the data it is compared with. */
export async function shellLoader({ request }: LoaderFunctionArgs): Promise<ShellData | Response> {
  if (!readSession()) {
    const { pathname, search } = new URL(request.url)
    return redirect(loginPathFrom(pathname + search))
  }
  return { baseline: await fetchBaseline() }
}
