import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'vitest'

const SIZE = '768M'
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (linux/fs/ext4/ext4.h): drops all data not yet on the disk. */
const CUT = 'open(my $at, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl($at, 0x8004587d, $how) or die $!'

function command(name: string, ...args: readonly string[]): boolean {
  const { status } = spawnSync(name, args, { stdio: 'ignore' })
  return status === 0
}

/** Processes with a folder in their arguments, as all that tests start have, or as working directory. */
const usersOf = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && (told(pid).includes(folder) || workplace(pid).startsWith(folder)))

const told = (pid: number) => ofLiving(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1'))
const workplace = (pid: number) => ofLiving(() => readlinkSync(`/proc/${pid}/cwd`))

function ofLiving(read: () => string): string {
  try {
    return read()
  } catch {
    return '' // it has ended meanwhile
  }
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** A separate disk for a test, or the test is skipped. */
export function mortalDisk(context: TestContext): MortalDisk {
  const disk = new MortalDisk()
  context.onTestFinished(() => disk.clear())
  if (!disk.make()) context.skip('no disk can be mounted here')
  return disk
}

/** A separate file system whose power can be cut, which loses unsynced data. */
export class MortalDisk {
  readonly #base = mkdtempSync(join(tmpdir(), 'makas-mortal-'))
  readonly #image = join(this.#base, 'image')
  readonly folder = mkdtempSync(join(this.#base, 'mounted-'))

  /** Makes and mounts the disk; false without root's rights. */
  make(): boolean {
    return (
      process.platform === 'linux' &&
      command('truncate', '-s', SIZE, this.#image) &&
      command('mkfs.ext4', '-q', this.#image) &&
      this.mount()
    )
  }

  mount(): boolean {
    return command('mount', '-o', 'loop', this.#image, this.folder)
  }

  /** Cuts the power of the whole machine: the disk stops, and its users are killed. */
  cutPower(): void {
    this.die()
    this.#endUsers()
  }

  /** Stops the disk alone: its users get errors from then on. */
  die(): void {
    if (!command('perl', '-e', CUT, this.folder)) throw new Error('the power of the disk could not be cut')
  }

  /** Unmounts the disk once no process uses it. */
  async unmount(): Promise<void> {
    for (const until = performance.now() + 30_000; !command('umount', this.folder); ) {
      if (performance.now() > until) throw new Error('somebody still uses the disk')
      // A process that was just being started was not among the users before.
      this.#endUsers()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Ends its users and removes the disk, in any state. */
  clear(): void {
    this.#endUsers()
    command('umount', '--lazy', this.folder)
    rmSync(this.#base, { recursive: true, force: true })
  }

  #endUsers(): void {
    for (const pid of usersOf(this.folder)) endAtOnce(pid)
  }
}
