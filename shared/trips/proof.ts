import * as v from 'valibot';
import { Line, Lines, List, Uuid } from '../platform/values/fields';
import { said } from '../platform/values/text';
import { STOP_REQUIREMENTS, type StopRequirement } from '../routes/route';

/** The most proofs of a stop, and of a trip as a whole: each of them makes the next write of the item longer. */
export const MOST_PROOFS = 20;

const MOST_FILES = 10;

/** The SHA-256 of the bytes of a file, as `sha256sum` prints it. */
export const Sha256 = v.pipe(
  v.string(said({ en: 'Send text.', es: 'Envíe texto.' })),
  v.regex(
    /^[0-9a-fA-F]{64}$/,
    said({
      en: 'Send the SHA-256 of the file as 64 hexadecimal digits.',
      es: 'Envíe el SHA-256 del archivo en 64 dígitos hexadecimales.',
    }),
  ),
  v.toLowerCase(),
);

/** A file that a proof reports. Its bytes may come later. */
export const ReportedFile = v.object({
  /** The identifier that the phone gives the file. */
  fileId: Uuid,
  /** The SHA-256 of its bytes in hexadecimal digits. */
  sha256: Sha256,
  /** What it shows. */
  kind: v.picklist(STOP_REQUIREMENTS),
});
export type ReportedFile = v.InferOutput<typeof ReportedFile>;

/** The fields of a proof of delivery. */
export const ProofFields = {
  receiverName: Line(200, 1),
  receiverRole: v.optional(Line(200, 1)),
  text: v.optional(Lines(2_000, 1)),
  files: v.optional(List(ReportedFile, MOST_FILES), []),
} as const;

/** What the registers of a stop keep of a proof. Receiver and files are in the timeline alone, under the same identifier. */
export const MergedProof = v.object({
  id: Uuid,
  /** The requirements that its files meet. */
  meets: v.array(v.picklist(STOP_REQUIREMENTS)),
});
export type MergedProof = v.InferOutput<typeof MergedProof>;

/** A file meets its requirement when the phone reports it: the bytes can wait for a better network. */
export const mergedProof = ({
  id,
  files,
}: {
  readonly id: string;
  readonly files: readonly ReportedFile[];
}): MergedProof => ({
  id,
  meets: STOP_REQUIREMENTS.filter((one) => files.some(({ kind }) => kind === one)),
});

/** The proofs in the order of recording. They are stored in the order of their arrival. */
export const inOrder = (proofs: readonly MergedProof[] = []): MergedProof[] =>
  [...proofs].sort((one, other) => (one.id < other.id ? -1 : 1));

/** The requirements that no proof meets. */
export const missingOf = (
  requires: readonly StopRequirement[] = [],
  proofs: readonly MergedProof[] = [],
): StopRequirement[] => {
  const met = new Set(proofs.flatMap(({ meets }) => meets));
  return [...new Set(requires)].filter((one) => !met.has(one));
};
