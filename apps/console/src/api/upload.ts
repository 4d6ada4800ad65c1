import { askChatService, hostAddress, token } from './chat-service.ts'
import { ServiceError } from './errors.ts'

/** Keeps a file of a form and answers its address. Private ones are only shown to agents of the enterprise. */
export const upload = async (file: File, isPrivate: boolean): Promise<string> =>
  (await askChatService((service) => service.upload({ file, fileName: file.name, isPrivate }))).path

/** The content of a kept file, private ones included. */
export async function download(path: string): Promise<Blob> {
  const response = await fetch(hostAddress(path), { headers: { authorization: `Bearer ${token() ?? ''}` } })
  if (!response.ok) throw new ServiceError()
  return response.blob()
}
