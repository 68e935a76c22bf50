import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf, send } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { currentSession, otherStorageKeys } from '../../lib/session.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { toast } from '../../ui/toast.tsx';
import { saveLogo } from './api.ts';
import { perfilQuery, usePerfil } from './use-perfil.ts';

/** Larger images are scaled down in the browser to the size that the server accepts. */
const maxBytes = 512 * 1024;
const maxSide = 1_024;

/** Returns the logo cached in this browser, if it belongs to the company. */
const cachedLogo = (rnc: string): string | undefined =>
  (localStorage.getItem(otherStorageKeys.logoRnc) === rnc && localStorage.getItem(otherStorageKeys.logo)) || undefined;

function keepLogo(rnc: string, logoUrl: string, logo: string): void {
  try {
    localStorage.setItem(otherStorageKeys.logoRnc, rnc);
    localStorage.setItem(otherStorageKeys.logoUrl, logoUrl);
    localStorage.setItem(otherStorageKeys.logo, logo);
  } catch {
    throw new Error('No se pudo procesar el logo para cache.');
  }
}

/** Returns the company's logo as a URL for an `<img>`: the cached one first, until the server reports a change. */
export function useLogo(): string | undefined {
  const { rncEmisor, root } = useSesion();
  const { data: perfil } = usePerfil();
  const logoUrl = perfil?.logoUrl;
  const { data } = useQuery({
    queryKey: ['logo', rncEmisor, logoUrl],
    // A new logo has a new URL.
    meta: notLive,
    enabled: Boolean(logoUrl) && !root,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const cached = cachedLogo(rncEmisor);
      if (cached && localStorage.getItem(otherStorageKeys.logoUrl) === logoUrl) return cached;
      const logo = await dataUrlOf(await (await send('GET', logoUrl!, { signal })).blob());
      try {
        keepLogo(rncEmisor, logoUrl!, logo);
      } catch {} // shown without being cached; the next page loads it again
      return logo;
    },
  });
  if (data !== undefined || logoUrl === '') return data;
  // Until the server has answered, the cached logo; never a replaced one.
  const current = logoUrl === undefined || localStorage.getItem(otherStorageKeys.logoUrl) === logoUrl;
  return current ? cachedLogo(rncEmisor) : undefined;
}

/** Uploads a logo and caches it. Its error has the text shown to the user. */
export function useSaveLogo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const session = currentSession();
      if (!session?.userId || !session.rncEmisor)
        throw new Error('Seleccione un logo y asegúrese de estar autenticado.');
      const image = await fitted(file);
      const form = new FormData();
      form.append('logo', image, file.name);
      const { logoUrl } = await saveLogo({ params: { userId: session.userId }, form }).catch((error) => {
        throw new Error(`No se pudo subir el logo al servidor. ${messageOf(error)}`);
      });
      const logo = await dataUrlOf(image);
      keepLogo(session.rncEmisor, logoUrl, logo);
      return { logoUrl, logo, rnc: session.rncEmisor };
    },
    onSuccess: ({ logoUrl, logo, rnc }) => {
      client.setQueryData(['logo', rnc, logoUrl], logo);
      client.setQueryData(perfilQuery.queryKey, (held) => held && { ...held, logoUrl });
      toast('Logo guardado en localStorage.');
    },
  });
}

/** Returns the image unchanged, or scaled down if it is too large. A WebP is changed too: a PDF has no such pictures. */
async function fitted(file: File): Promise<Blob> {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
    if (scale === 1 && file.size <= maxBytes && file.type !== 'image/webp') return file;
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    );
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    // Only a PNG keeps what is transparent: in a JPEG it is white.
    const png = await canvas.convertToBlob({ type: 'image/png' });
    if (png.size <= maxBytes) return png;
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    const fine = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return fine.size <= maxBytes ? fine : await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 });
  } catch {
    throw new Error(`No se pudo procesar el logo. ${file.name} no es una imagen PNG, JPEG o WebP`);
  }
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('No se pudo procesar el logo.'));
    reader.readAsDataURL(blob);
  });
