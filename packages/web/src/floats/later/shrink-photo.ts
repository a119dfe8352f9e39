// A phone's photo is several megabytes: a slip can be read at a fraction of that, and a poor link has to carry it.
import { PHOTO_BYTES } from '@flexpower/contract'

const SIDE_MOST = 1_600
/** From good to just readable, until it is small enough. */
const QUALITIES = [0.8, 0.6, 0.4, 0.2]

/** As base64. Throws if the file is not a picture that this browser can read. */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MOST / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of QUALITIES) {
    const [, base64 = ''] = canvas.toDataURL('image/jpeg', quality).split(',')
    if (base64.length * 0.75 <= PHOTO_BYTES) return base64
  }
  throw new Error('the photo cannot be made small enough')
}
