type Cookie = {
  name: string
  value: string
  path: string
  seconds: number
  sameSite: 'Lax' | 'Strict'
  /** The console is reached by https only. */
  isHttps: boolean
}

export const cookieText = ({ name, value, path, seconds, sameSite, isHttps }: Cookie): string =>
  `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${isHttps ? '; Secure' : ''}`

/** The value of one cookie in a Cookie header. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
