import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf, send } from '../../lib/api.ts';
import { useMutation } from '../../lib/mutation.ts';
import { currentSession, storedBesides } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { useSesion } from '../sesion/use-sesion.ts';
import { saveLogo } from './api.ts';
import { perfilQuery, usePerfil } from './use-perfil.ts';

/** What the server takes: images heavier than this, or wider than is of use, are made smaller here. */
const maxBytes = 512 * 1024;
const maxSide = 1_024;

/** The logo kept in this browser, where it is the company's. */
const keptLogo = (rnc: string): string | undefined =>
  (localStorage.getItem(storedBesides.logoRnc) === rnc && localStorage.getItem(storedBesides.logo)) || undefined;

function keepLogo(rnc: string, logoUrl: string, logo: string): void {
  try {
    localStorage.setItem(storedBesides.logoRnc, rnc);
    localStorage.setItem(storedBesides.logoUrl, logoUrl);
    localStorage.setItem(storedBesides.logo, logo);
  } catch {
    throw new Error('No se pudo procesar el logo para cache.');
  }
}

/** The company's logo as an address for an `<img>`: the one kept here at once, then the server's where it has another. */
export function useLogo(): string | undefined {
  const { rncEmisor, root } = useSesion();
  const { data: perfil } = usePerfil();
  const logoUrl = perfil?.logoUrl;
  const { data } = useQuery({
    queryKey: ['logo', rncEmisor, logoUrl],
    enabled: Boolean(logoUrl) && !root,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const kept = keptLogo(rncEmisor);
      if (kept && localStorage.getItem(storedBesides.logoUrl) === logoUrl) return kept;
      const logo = await dataUrlOf(await (await send('GET', logoUrl!, { signal })).blob());
      keepLogo(rncEmisor, logoUrl!, logo);
      return logo;
    },
  });
  return logoUrl === '' ? undefined : (data ?? keptLogo(rncEmisor));
}

/** Stores a logo on the server and keeps it here. Its failure carries the words for the person. */
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

/** The image as it came, or a smaller one where it is too large. */
async function fitted(file: File): Promise<Blob> {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
    if (scale === 1 && file.size <= maxBytes) return file;
    const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
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
