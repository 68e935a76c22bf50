import { type Account, type IndexedCatalogue, searchAccounts } from '@timbre/reports';
import { useCallback, useState } from 'react';
import { Combobox, type Suggestion } from '../../../ui/combobox.tsx';

interface AccountSuggestion extends Suggestion {
  readonly cuenta: Account;
}

interface Props {
  label: string;
  index: IndexedCatalogue;
  /** The accounts that the field has already. They are not offered again. */
  taken: readonly string[];
  disabled: boolean;
  onPick: (cuenta: Account) => void;
}

/** Searches the catalogue and adds the selected account. It stays open for the next one. */
export function AccountPicker({ label, index, taken, disabled, onPick }: Props) {
  const [typed, setTyped] = useState('');
  const search = useCallback(
    async (text: string): Promise<readonly AccountSuggestion[]> =>
      searchAccounts(index, text)
        .filter(({ id }) => !taken.includes(id))
        .map((cuenta) => ({
          key: cuenta.id,
          name: `${cuenta.accountNumber} ${cuenta.name}`,
          detail: cuenta.type,
          cuenta,
        })),
    [index, taken],
  );
  return (
    <Combobox
      label={label}
      labelHidden
      enterPicksFirst
      placeholder="Buscar cuenta…"
      maxLength={100}
      value={typed}
      disabled={disabled}
      onChange={setTyped}
      onPick={({ cuenta }: AccountSuggestion) => {
        onPick(cuenta);
        setTyped('');
      }}
      search={search}
    />
  );
}
