/* SPDX-License-Identifier: MIT */
#include "system.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- paths ---- */

bool is_separator(char c)
{
    return c == '/' || (SYSTEM_WINDOWS && c == '\\');
}

/* The length of "C:", or 0. */
static size_t drive(const char *path)
{
    bool letter = (path[0] >= 'a' && path[0] <= 'z') || (path[0] >= 'A' && path[0] <= 'Z');
    return SYSTEM_WINDOWS && letter && path[1] == ':' ? 2 : 0;
}

const char *path_base(const char *path)
{
    const char *base = path + drive(path);
    for (const char *at = base; *at != '\0'; at++) {
        base = is_separator(*at) ? at + 1 : base;
    }
    return base;
}

bool path_is_absolute(const char *path)
{
    return is_separator(path[0]) || drive(path) != 0;
}

bool path_ends_in_separator(const char *path)
{
    size_t length = strlen(path);
    return length != 0 && is_separator(path[length - 1]);
}

bool path_has_separator(const char *path)
{
    return path_base(path) != path;
}

#if !SYSTEM_WINDOWS

#include <sys/ioctl.h>

void system_start(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

bool system_is_terminal(int descriptor)
{
    return isatty(descriptor) != 0;
}

bool system_shows_color(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

size_t system_terminal_width(void)
{
    struct winsize size;
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t system_processors(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (size_t)processors : 1;
}

int system_open_read(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

int system_open_new(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

int system_open_write(const char *path)
{
    return open(path, O_WRONLY | O_CLOEXEC);
}

int64_t system_write(int descriptor, const void *bytes, size_t size)
{
    return write(descriptor, bytes, size);
}

bool system_is_device(const char *path)
{
    (void)path;
    return false;
}

static void numbers_from(const struct stat *state, file_numbers *out)
{
    *out = (file_numbers){(uint64_t)state->st_dev, (uint64_t)state->st_ino};
}

bool system_numbers(int descriptor, file_numbers *out)
{
    struct stat state;
    if (fstat(descriptor, &state) != 0 || !S_ISREG(state.st_mode)) {
        return false;
    }
    numbers_from(&state, out);
    return true;
}

bool system_numbers_of(const char *path, file_numbers *out)
{
    struct stat state;
    if (stat(path, &state) != 0 || (!S_ISREG(state.st_mode) && !S_ISDIR(state.st_mode))) {
        return false;
    }
    numbers_from(&state, out);
    return true;
}

char *system_real_path(const char *path)
{
    return realpath(path, NULL);
}

bool system_is_folder(const char *path)
{
    struct stat state;
    return stat(path, &state) == 0 && S_ISDIR(state.st_mode);
}

bool system_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
}

bool system_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool system_is_link(const char *path)
{
    struct stat state;
    return lstat(path, &state) == 0 && S_ISLNK(state.st_mode);
}

bool system_take_rights(int descriptor, const struct stat *from)
{
    return fchmod(descriptor, from->st_mode & 07777) == 0;
}

#else

#include <io.h>
#include <windows.h>

/*
 * The manifest (shader9.manifest) makes UTF-8 the code page of the process, so that arguments, the functions of files
 * and getenv take and give UTF-8 as everywhere else (Windows 10 of 2019 and later).
 */

static UINT code_page_before;

static void give_back_code_page(void)
{
    SetConsoleOutputCP(code_page_before);
}

void system_start(void)
{
    /* Tokens, pictures and the frames of the language server are bytes, and text is the same on every system. */
    (void)_setmode(STDIN_FILENO, _O_BINARY);
    (void)_setmode(STDOUT_FILENO, _O_BINARY);
    (void)_setmode(STDERR_FILENO, _O_BINARY);
    code_page_before = GetConsoleOutputCP();
    if (code_page_before != 0 && code_page_before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8)) {
        (void)atexit(give_back_code_page);
    }
}

bool system_is_terminal(int descriptor)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(descriptor), &mode) != 0; /* isatty takes NUL for one, too */
}

bool system_shows_color(void)
{
    HANDLE handle = (HANDLE)_get_osfhandle(STDERR_FILENO);
    DWORD mode;
    return GetConsoleMode(handle, &mode) &&
           ((mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0 ||
            SetConsoleMode(handle, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING));
}

size_t system_terminal_width(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(STDOUT_FILENO), &info)
               ? (size_t)(info.srWindow.Right - info.srWindow.Left + 1)
               : 0;
}

size_t system_processors(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? info.dwNumberOfProcessors : 1;
}

int system_open_read(const char *path)
{
    return open(path, O_RDONLY | O_BINARY | O_NOINHERIT);
}

int system_open_new(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_BINARY | O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

int system_open_write(const char *path)
{
    return open(path, O_WRONLY | O_BINARY | O_NOINHERIT);
}

int64_t system_write(int descriptor, const void *bytes, size_t size)
{
    return write(descriptor, bytes, size > 1 << 30 ? 1u << 30 : (unsigned)size);
}

bool system_is_device(const char *path)
{
    static const char *const names[] = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
    const char *base = path_base(path);
    size_t length = strcspn(base, ".: ");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i]) == length && _strnicmp(base, names[i], length) == 0) {
            return true;
        }
    }
    return length == 4 && (_strnicmp(base, "COM", 3) == 0 || _strnicmp(base, "LPT", 3) == 0) && base[3] >= '0' &&
           base[3] <= '9';
}

static bool numbers_from(HANDLE handle, file_numbers *out)
{
    BY_HANDLE_FILE_INFORMATION info;
    if (handle == INVALID_HANDLE_VALUE || GetFileType(handle) != FILE_TYPE_DISK ||
        !GetFileInformationByHandle(handle, &info)) {
        return false;
    }
    *out = (file_numbers){info.dwVolumeSerialNumber, (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow};
    return true;
}

bool system_numbers(int descriptor, file_numbers *out)
{
    return numbers_from((HANDLE)_get_osfhandle(descriptor), out);
}

/* Files and folders, by a handle that asks for no right to their content. */
static HANDLE open_any(const char *path)
{
    return CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

bool system_numbers_of(const char *path, file_numbers *out)
{
    HANDLE handle = open_any(path);
    bool good = numbers_from(handle, out);
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return good;
}

char *system_real_path(const char *path)
{
    HANDLE handle = open_any(path);
    DWORD size = handle == INVALID_HANDLE_VALUE ? 0 : GetFinalPathNameByHandleA(handle, NULL, 0, 0);
    char *name = size == 0 ? NULL : malloc((size_t)size + 1);
    if (name != NULL && GetFinalPathNameByHandleA(handle, name, size + 1, 0) > size) {
        free(name);
        name = NULL;
    }
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    if (name != NULL && strncmp(name, "\\\\?\\", 4) == 0 && drive(name + 4) != 0) {
        memmove(name, name + 4, strlen(name + 4) + 1);
    }
    return name != NULL ? name : _fullpath(NULL, path, 0);
}

bool system_is_folder(const char *path)
{
    DWORD attributes = GetFileAttributesA(path); /* stat knows no "folder\\" */
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

bool system_make_folder(const char *path)
{
    return mkdir(path) == 0;
}

bool system_replace(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING)) {
        return true;
    }
    errno = GetLastError() == ERROR_ACCESS_DENIED || GetLastError() == ERROR_SHARING_VIOLATION ? EACCES : EIO;
    return false;
}

bool system_is_link(const char *path)
{
    DWORD attributes = GetFileAttributesA(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

bool system_take_rights(int descriptor, const struct stat *from)
{
    (void)descriptor; /* the folder's rights are inherited */
    (void)from;
    return true;
}

#endif
