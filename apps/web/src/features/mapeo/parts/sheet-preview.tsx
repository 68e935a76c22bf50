import styles from '../mapeo.module.css';

/** Some rows of a sheet, unchanged. */
export const SheetPreview = ({ rows, label }: { rows: readonly (readonly (string | null)[])[]; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
  <section className={styles.preview} aria-label={label} tabIndex={0}>
    <table>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sheet have nothing else
          <tr key={at}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
