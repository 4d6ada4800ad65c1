import { API_PATHS, ATTACHMENT_PATH, type Routes } from './api-paths.ts'
import type { Http } from './http.ts'

type Schema = { _zod: { input: unknown; output: unknown } }
type Route = { params: Schema; body: Schema; data: Schema }
/** A schema without keys adds no argument. */
type Given<T> = [T] extends [Record<string, never>] ? unknown : T
type Args<R extends Route> = Given<R['params']['_zod']['input']> & Given<R['body']['_zod']['input']>
type Data<R extends Route> = R['data']['_zod']['output']

/** Path parameters and body in one object; optional where every key is. */
type Call<R extends Route> =
  object extends Args<R> ? (args?: Args<R>) => Promise<Data<R>> : (args: Args<R>) => Promise<Data<R>>

type Calls = {
  [G in keyof Routes]: { [R in keyof Routes[G]]: Routes[G][R] extends Route ? Call<Routes[G][R]> : never }
}

type Upload = {
  path: string
  publicUrl: string
  fileName: string
  ext: string
  size: number
  thumbnail: string
  external: boolean
}
type UploadRequest = { file: Blob; fileName?: string; topicId?: string; isPrivate?: boolean }

export type Api = Calls & { upload(request: UploadRequest): Promise<Upload> }

/** Every HTTP call of the protocol, typed by the contract. */
export function createApi(http: Http): Api {
  const groups = Object.entries(API_PATHS).map(([group, paths]) => [
    group,
    Object.fromEntries(
      Object.entries(paths).map(([name, template]) => [
        name,
        (args: object = {}) => {
          const { path, body } = fillPath(template, args)
          return http(name === 'logout' ? 'GET' : 'POST', path, body)
        },
      ]),
    ),
  ])
  return {
    ...(Object.fromEntries(groups) as Calls),
    upload: (request) => http('POST', ATTACHMENT_PATH, formOf(request)) as Promise<Upload>,
  }
}

/** Fills the path parameters; the remaining arguments are the body. */
export function fillPath(template: string, args: object): { path: string; body: unknown } {
  if (Array.isArray(args)) return { path: template, body: args }
  const body: Record<string, unknown> = { ...args }
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(body[name])
    delete body[name]
    return encodeURIComponent(value).replaceAll('%3A', ':')
  })
  return { path, body }
}

function formOf({ file, fileName, topicId, isPrivate = false }: UploadRequest): FormData {
  const form = new FormData()
  if (topicId) form.append('topicId', topicId)
  form.append('private', String(isPrivate))
  form.append('file', file, fileName ?? 'blob')
  return form
}
