import { formatTaxId } from '@timbre/values';
import type { Settings } from '../settings.ts';
import { chanceOf, inventedRnc } from './chance.ts';

const kinds = ['Suplidora', 'Distribuidora', 'Comercial', 'Ferretería', 'Servicios', 'Inversiones', 'Transporte'];
const places = ['del Cibao', 'Quisqueya', 'Las Palmas', 'El Almendro', 'La Ceiba', 'Los Robles', 'Río Verde'];

/** Places in which a person's RNC is written: QuickBooks has no field for it. */
const rncPlaces = ['name', 'Line2', 'Line3', 'Line1', 'Line4', 'Line5', 'prefixed', 'none'] as const;

/** A vendor or a customer in the form of QuickBooks. The first vendor has the RNC of the company itself. */
export function personOf(settings: Settings, kind: 'Vendor' | 'Customer', index: number): object {
  const chance = chanceOf(settings.seed, kind === 'Vendor' ? 11 : 12, index);
  const isSelf = kind === 'Vendor' && index === 0;
  const rnc = isSelf ? settings.rnc : inventedRnc(chance);
  const place = isSelf ? 'Line2' : rncPlaces[index % rncPlaces.length]!;
  const bare = isSelf ? settings.nombre : nameOf(kind, index);
  const name = place === 'name' ? `${bare} ${rnc}` : bare;
  const lines: Record<string, string> = { Line1: `Calle ${chance.between(1, 90)} No. ${chance.between(1, 200)}` };
  if (place === 'prefixed') lines.Line2 = `RNC: ${formatTaxId(rnc)}`;
  else if (place !== 'name' && place !== 'none') lines[place] = index % 2 === 0 ? rnc : formatTaxId(rnc);
  return {
    BillAddr: { Id: String(index + 1), ...lines, City: 'Santo Domingo', Country: 'República Dominicana' },
    CompanyName: bare,
    DisplayName: name,
    PrintOnCheckName: bare,
    Active: kind === 'Customer' || index % 25 !== 24,
    CurrencyRef: { value: 'DOP', name: 'Peso Dominicano' },
    Balance: 0,
    domain: 'QBO',
    sparse: false,
    Id: String(index + 1),
    SyncToken: '0',
  };
}

/** The name of a person, without an RNC. */
function nameOf(kind: 'Vendor' | 'Customer', index: number): string {
  const family = kind === 'Vendor' ? kinds[index % kinds.length] : 'Cliente';
  return `${family} ${places[Math.floor(index / kinds.length) % places.length]} ${index + 1} SRL`;
}

/** A reference to a person, in the form used in transactions. */
export function referTo(
  settings: Settings,
  kind: 'Vendor' | 'Customer',
  index: number,
): { value: string; name: string } {
  const { DisplayName } = personOf(settings, kind, index) as { DisplayName: string };
  return { value: String(index + 1), name: DisplayName };
}
