import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { notedProcess } from '../../local/processes';

/** Resident memory of a process in MB. Source: VmRSS of /proc/pid/status, in kB. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The engine that the server of a data folder noted, while it lives. */
export const engineOf = (dataDir: string): number | undefined => notedProcess(`${dataDir}/engine.json`)?.pid;

const LOOPBACK = /^(?:0100007F|0{24}0100007F|0{8}|0{32}|0{16}FFFF0{4}0100007F):/;

/**
 * The remote ends of a process's TCP connections that are not on this machine, in the kernel's own hexadecimal. Source: /proc/pid/net/tcp
 * (proc_net_tcp): the remote address is the third column, the socket's inode the tenth.
 */
export function outsideConnections(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const own = new Set(readdirSync(folder).map((file) => socketOf(`${folder}/${file}`)));
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote = '', , , , , , , inode = '']) => own.has(inode) && !LOOPBACK.test(remote))
      .map(([, , remote = '']) => remote),
  );
}

/** A file that was closed meanwhile is no socket. */
function socketOf(file: string): string {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(file))?.[1] ?? '';
  } catch {
    return '';
  }
}
