const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** What a person chooses where a picture is asked for. */
export const pictureFile = (name = 'a.png', bytes = PNG.length): File =>
  new File([new Uint8Array(PNG), new Uint8Array(bytes - PNG.length)], name, { type: 'image/png' })
